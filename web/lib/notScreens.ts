/**
 * Paths with their queries that the server answers itself: the API, the explorer and files. A dot in a query does not name a file:
 * `/map?at=39.76,-86.17,18.4` is a screen.
 */
export const NOT_SCREENS = [/^\/(api|graphql|explorer|assets)([/?]|$)/, /^[^?]*\.\w+(\?|$)/]
