// Who holds a run, as programs are told. Types alone: the library's own types stand on it.

/** Who works on a run now, as answers have it. */
export interface Holder {
  readonly owner: string;
  readonly host: string;
  readonly pid: number | null;
  /** ISO 8601. */
  readonly since: string;
}
