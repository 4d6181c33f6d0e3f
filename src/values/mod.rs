//! What both formats say: dates, results and their wordings, clocks, ratings.
