//! Simulated forms of every seam: one thread, virtual time, everything from one seed.
