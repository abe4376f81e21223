// A promise of this version: one sentence, with the tests that keep it.

export interface Requirement {
  readonly id: string;
  readonly text: string;
  /** Each as `path#part of the test's name`; requirements.test.ts fails when it does not exist. */
  readonly tests: readonly string[];
}
