//! What both formats say: dates, results and their wordings, clocks, ratings.

pub mod clock;
pub mod termination;
pub mod time_control;
