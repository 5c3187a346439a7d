//! Makes a C program smaller while it stays interesting: passes over the model, then over the text.
//!
//! `reduce` is pure: it knows no compiler. What is interesting is decided by a `Judge` that the caller brings.
