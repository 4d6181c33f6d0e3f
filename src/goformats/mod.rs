//! GIB, NGF and UGF.
