/** The paths of a split and what goes into each, without flows. */
export type SplitSnapshot = { count: number; edges: Int32Array; hops: Int32Array; input: Float64Array }

/** What a search for one rung of the ladder of amounts found (nearSplit). */
export type KeptSplits = {
  rung: number
  single?: SplitSnapshot
  split?: SplitSnapshot
  /** Edges of every path that the search looked at. */
  tried: readonly number[]
}
