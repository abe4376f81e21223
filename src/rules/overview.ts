// One run in one line: what lists show, whatever the family.

/** What `list` and `status` show of a checkpoint. */
export interface RunOverview {
  readonly title: string;
  readonly status: string;
  /** True when nothing is left to do. */
  readonly finished: boolean;
  readonly progress: { readonly done: number; readonly total: number };
  /** The unit (or units, joined by a comma) that is being worked on. */
  readonly current: string | null;
  /** The unit to begin next. */
  readonly next: string | null;
  /** ISO 8601 or null when the document does not say. */
  readonly updated_at: string | null;
}
