// How often a lease is renewed. A number alone: hooks that only look load nothing else.

/** A lease counts for half an hour: to renew it more often than this would only cost time. */
export const freshMs = 5 * 60 * 1000;
