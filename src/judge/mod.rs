//! Laws and rulesets in force, the ending, the verdict on the claimed result.
