/**
 * Paths, with their queries, that are no screens: the API, the explorer and files. A dot in a query names no file, such as that of a zoom in
 * `/map?at=39.76,-86.17,18.4`.
 */
export const NOT_SCREENS = [/^\/(api|graphql|explorer|assets)([/?]|$)/, /^[^?]*\.\w+(\?|$)/]
