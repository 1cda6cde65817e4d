//! Whether measured pairs reach a bar: the rule of docs/benchmarks.md, without I/O.

/// Fewest pairs that an interval of the median can be told from with some strength.
pub const PAIRS_MIN: usize = 7;
/// Most pairs that are measured.
pub const PAIRS_MAX: usize = 40;
/// An interval wider than this part of the bar decides nothing.
const WIDTH_MAX: f64 = 0.2;
/// Chance that the interval does not hold the median.
const ERROR: f64 = 0.05;

/// Both sides, measured one right after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Our side.
    pub ours: f64,
    /// What it is compared with.
    pub reference: f64,
    /// The figure's value: more is better.
    pub ratio: f64,
}

impl Pair {
    /// Of two rates: the ratio is ours over the reference.
    pub fn of_rates(ours: f64, reference: f64) -> Pair {
        Pair { ours, reference, ratio: ours / reference }
    }

    /// Of two times or costs: the ratio is the reference over ours.
    pub fn of_costs(ours: f64, reference: f64) -> Pair {
        Pair { ours, reference, ratio: reference / ours }
    }
}

/// What the pairs say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The median is below the bar.
    Missed,
    /// The interval stayed too wide, with the bar in it.
    Undecided,
    /// The median reaches the bar.
    Met,
}

/// Median and interval of the paired ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The median.
    pub value: f64,
    /// Lower end of the median's 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether the bar is met.
    pub verdict: Verdict,
}

/// Judges `ratios` against `bar`.
///
/// # Panics
/// Without any ratio.
pub fn judge(ratios: &[f64], bar: f64) -> Judgement {
    let mut sorted = ratios.to_vec();
    sorted.sort_by(f64::total_cmp);
    let value = median(&sorted);
    let (low, high) = match outer_rank(sorted.len()) {
        Some(rank) => (sorted[rank], sorted[sorted.len() - 1 - rank]),
        None => (f64::NEG_INFINITY, f64::INFINITY),
    };
    // Written so that NaN decides nothing.
    let narrow = high - low < WIDTH_MAX * bar;
    let verdict = match narrow {
        false => Verdict::Undecided,
        true if value >= bar => Verdict::Met,
        true => Verdict::Missed,
    };
    Judgement { value, low, high, verdict }
}

/// Measures pairs until they decide, at least [`PAIRS_MIN`] and at most `pairs_max`.
///
/// # Errors
/// Those of `measure`, which gets the pair's number: both sides take turns at going first.
pub fn decide(
    bar: f64,
    pairs_max: usize,
    mut measure: impl FnMut(usize) -> anyhow::Result<Pair>,
) -> anyhow::Result<(Vec<Pair>, Judgement)> {
    let pairs_max = pairs_max.max(1);
    let mut pairs = Vec::new();
    let mut ratios = Vec::new();
    loop {
        let pair = measure(pairs.len())?;
        pairs.push(pair);
        ratios.push(pair.ratio);
        let mut judgement = judge(&ratios, bar);
        let enough = pairs.len() >= PAIRS_MIN && judgement.verdict != Verdict::Undecided;
        if enough {
            return Ok((pairs, judgement));
        }
        if pairs.len() >= pairs_max {
            // However wide, an interval that lies on one side of the bar decides. Only now: looked for after each pair,
            // chance would find it too often.
            judgement.verdict = match judgement {
                Judgement { low, .. } if low >= bar => Verdict::Met,
                Judgement { high, .. } if high < bar => Verdict::Missed,
                _ => judgement.verdict,
            };
            return Ok((pairs, judgement));
        }
    }
}

/// Median of sorted numbers.
pub fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) }
}

/// Rank (from 0) of the lower end of the median's interval by order statistics: the median lies below the k-th
/// smallest of n with chance P(Binomial(n, 1/2) < k) (David and Nagaraja, Order Statistics, 7.1). `None` when even
/// the whole range is not sure enough.
fn outer_rank(count: usize) -> Option<usize> {
    let mut rank = None;
    let mut chance = 0.5_f64.powi(i32::try_from(count).ok()?);
    let mut below = 0.0;
    for k in 0..count.div_ceil(2) {
        // Chance that at most k of the numbers are below the median, on either side.
        below += chance;
        if 2.0 * below > ERROR {
            break;
        }
        rank = Some(k);
        chance *= (count - k) as f64 / (k + 1) as f64;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers around `middle`, spread evenly over `spread` of it, in a scattered order.
    fn scattered(middle: f64, spread: f64, index: usize) -> f64 {
        middle * (1.0 + spread * (((index * 17 + 5) % 41) as f64 / 40.0 - 0.5))
    }

    fn run(middle: f64, spread: f64, bar: f64) -> (usize, Judgement) {
        let pair = |index| Ok(Pair::of_rates(scattered(middle, spread, index), 1.0));
        let (pairs, judgement) = decide(bar, PAIRS_MAX, pair).unwrap();
        (pairs.len(), judgement)
    }

    /// Steady pairs above the bar meet it, after the fewest pairs.
    #[test]
    fn steady_above_is_met() {
        let (count, judgement) = run(0.9, 0.02, 0.8);
        assert_eq!((count, judgement.verdict), (PAIRS_MIN, Verdict::Met));
        assert!(judgement.low <= judgement.value && judgement.value <= judgement.high);
    }

    /// Steady pairs below the bar miss it.
    #[test]
    fn steady_below_is_missed() {
        assert_eq!(run(0.7, 0.02, 0.8).1.verdict, Verdict::Missed);
    }

    /// Spread pairs take more of them, and are decided when those narrow the interval.
    #[test]
    fn spread_takes_more_pairs() {
        let (count, judgement) = run(1.0, 0.5, 0.9);
        assert!(count > PAIRS_MIN && count <= PAIRS_MAX, "{count}");
        assert_eq!(judgement.verdict, Verdict::Met);
    }

    /// Wildly spread pairs are decided after the most pairs, by an interval that lies on one side of the bar; one that
    /// holds it is undecided.
    #[test]
    fn wild_takes_all_pairs() {
        for (middle, verdict) in [(2.0, Verdict::Met), (0.4, Verdict::Missed), (0.8, Verdict::Undecided)] {
            let (count, judgement) = run(middle, 1.5, 0.8);
            assert_eq!((count, judgement.verdict), (PAIRS_MAX, verdict), "{judgement:?}");
        }
    }

    /// Too few pairs, or a ratio that is no number, decide nothing.
    #[test]
    fn too_little_is_undecided() {
        assert_eq!(judge(&[1.0; 5], 0.5).verdict, Verdict::Undecided);
        assert_eq!(judge(&[f64::NAN; 9], 0.5).verdict, Verdict::Undecided);
        assert_eq!(judge(&[f64::INFINITY; 9], 0.5).verdict, Verdict::Undecided);
        let (pairs, judgement) = decide(0.5, 3, |_| Ok(Pair::of_rates(1.0, 1.0))).unwrap();
        assert_eq!((pairs.len(), judgement.verdict), (3, Verdict::Undecided));
    }

    /// The interval's ranks are those of published tables (n = 6, 9, 20, 40 at 95 %: 1, 2, 6, 14).
    #[test]
    fn ranks_are_the_tables() {
        assert_eq!(
            [5, 6, 7, 9, 20, 40].map(outer_rank),
            [None, Some(0), Some(0), Some(1), Some(5), Some(13)]
        );
    }

    /// The interval holds the true median in at least 95 of 100 samples (4,000 samples of a skewed distribution).
    #[test]
    fn interval_covers() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let held = (0..4000).filter(|_| {
            // Exponential: its median is ln 2.
            let sample: Vec<f64> = (0..15).map(|_| -(1.0 - random()).ln()).collect();
            let judgement = judge(&sample, 1.0);
            judgement.low <= std::f64::consts::LN_2 && std::f64::consts::LN_2 <= judgement.high
        });
        let held = held.count();
        assert!(held >= 3800, "{held} of 4000");
    }
}
