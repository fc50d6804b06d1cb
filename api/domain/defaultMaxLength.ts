/** The maximum number of characters of a text for whose name there is no other. */
export const defaultMaxLength = 1_000
