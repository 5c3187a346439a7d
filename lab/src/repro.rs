//! Runs a finding again and says whether it still shows.
