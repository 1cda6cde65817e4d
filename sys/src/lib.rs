//! Clock, chance, tasks and metrics of an ordinary process.
