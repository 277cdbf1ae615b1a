//! Reading the host of a URL, and what a host pattern says about it (H1–H5).
