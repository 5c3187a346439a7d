//! What tells one crash of a compiler from another, extracted from what it wrote.
