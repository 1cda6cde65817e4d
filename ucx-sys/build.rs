//! Finds the system's UCX. With feature `bindgen`, writes `src/bindings.rs` anew from its headers.

fn main() {
    let library = pkg_config::Config::new()
        .atleast_version("1.13")
        .probe("ucx")
        .expect("UCX 1.13 or newer: install libucx-dev (Debian, Ubuntu) or ucx-devel");
    generate(&library.include_paths);
}

#[cfg(not(feature = "bindgen"))]
fn generate(_include_paths: &[std::path::PathBuf]) {}

#[cfg(feature = "bindgen")]
fn generate(include_paths: &[std::path::PathBuf]) {
    const FUNCTIONS: &[&str] = &[
        "ucp_am_data_release",
        "ucp_am_recv_data_nbx",
        "ucp_am_send_nbx",
        "ucp_cleanup",
        "ucp_config_(read|modify|release)",
        "ucp_conn_request_query",
        "ucp_ep_close_nbx",
        "ucp_ep_create",
        "ucp_ep_flush_nbx",
        "ucp_ep_query",
        "ucp_get_version",
        "ucp_get_version_string",
        "ucp_init_version",
        "ucp_listener_(create|destroy|query|reject)",
        "ucp_request_(cancel|check_status|free)",
        "ucp_worker_(arm|create|destroy|flush_nbx|get_efd|progress|query|release_address|signal)",
        "ucp_worker_set_am_recv_handler",
        "ucs_global_opts_set_value",
        "ucs_status_string",
    ];
    // Enums whose members are passed as numbers, so that no function's signature names them.
    const ENUMS: &[&str] = &[
        "ucp_(params|worker_params|listener_params|ep_params|worker_attr|listener_attr)_field",
        "ucp_(conn_request_attr|am_handler_param|ep_attr)_field(_t)?",
        "ucp_ep_params_flags_field",
        "ucp_ep_close_flags_t",
        "ucp_feature",
        "ucp_send_am_flags",
        "ucp_am_(cb_flags|recv_attr_t)",
        "ucp_op_attr_t",
        "ucp_err_handling_mode_t",
        "ucp_worker_flags_t",
        "ucp_wakeup_event_types",
        "ucp_dt_type",
    ];
    let mut builder = bindgen::Builder::default()
        .header_contents("ucx.h", "#include <ucp/api/ucp.h>\n#include <ucs/config/global_opts.h>\n")
        .clang_args(include_paths.iter().map(|path| format!("-I{}", path.display())))
        .allowlist_var("UCP_API_(MAJOR|MINOR)")
        // `ucs_status_t` is a packed enum in C: a number the library did not name must not be undefined behaviour.
        .default_enum_style(bindgen::EnumVariation::Consts)
        .prepend_enum_name(false)
        .blocklist_type("sockaddr(_storage)?|FILE|_IO_.*|sa_family_t|socklen_t")
        .raw_line("use libc::{sockaddr, sockaddr_storage, socklen_t};")
        .generate_comments(false)
        .layout_tests(true)
        .derive_debug(false)
        .use_core()
        .ctypes_prefix("core::ffi")
        .rust_target(bindgen::RustTarget::Stable_1_64);
    for function in FUNCTIONS {
        builder = builder.allowlist_function(function);
    }
    for name in ENUMS {
        builder = builder.allowlist_type(name);
    }
    let text = builder.generate().expect("bindgen reads ucp.h").to_string();
    // This bindgen predates edition 2024.
    let text = text.replace("\nextern \"C\" {", "\nunsafe extern \"C\" {");
    let path = std::path::Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"))
        .join("src/bindings.rs");
    if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
        std::fs::write(&path, text).expect("src/bindings.rs can be written");
    }
}
