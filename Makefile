# What there is to do with Osmia's source tree. `make` alone lists it.

.PHONY: help
help: ## List what can be made.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: demo
demo: install-build-deps ## Build, start a small cluster, run the mdtest driver on it, stop it, leave nothing behind.
	@scripts/demo.sh

.PHONY: test
test: install-deps ## Run all tests, short scale (minutes).
	@scripts/test.sh short

.PHONY: test-long
test-long: install-deps ## Run the same tests at full scale (hours).
	@scripts/test.sh long

.PHONY: build
build: install-build-deps ## Build everything, optimised.
	@. scripts/find-cargo.sh && cargo build --release --locked --workspace --bins

.PHONY: ci
ci: ## Run what continuous integration runs.
	@bash .ci/run

.PHONY: install-deps
install-deps: ## Install what building and testing need (Debian, Ubuntu), and check versions.
	@scripts/install-deps.sh build test

.PHONY: install-build-deps
install-build-deps: ## Install what building needs, and check versions.
	@scripts/install-deps.sh build

.PHONY: check-deps
check-deps: ## Check what building and testing need; install nothing.
	@scripts/install-deps.sh --check build test

# Where `make install` puts things, under DESTDIR.
PREFIX ?= /usr/local
UNITS ?= /etc/systemd/system
BIN := $(DESTDIR)$(PREFIX)/bin
.PHONY: install
install: ## Install the programs and systemd units that `make build` has built (PREFIX, DESTDIR).
	@scripts/install.sh "$(BIN)" "$(DESTDIR)$(UNITS)" "$(PREFIX)/bin"

.PHONY: clean-demo
clean-demo: ## Stop and remove what interrupted demos have left under the temporary directory.
	@scripts/clean-demo.sh

.PHONY: clean
clean: ## Remove what was built.
	@. scripts/find-cargo.sh && cargo clean
