// Where specs are looked for unless the configuration says otherwise. Apart, as the configuration needs no YAML.

/** `{id}` stands for the spec's id. */
export const defaultSpecPatterns: readonly string[] = ['docs/**/{id}*.md'];
