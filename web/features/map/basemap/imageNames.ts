/** Names and measures of the basemap's pictures, shared by the style that places them and the code that draws them. */
export const TREE_KINDS = 6

/** Width in map pixels of a crown inside its picture, and length of a car inside its own. */
export const TREE_PIXELS = 72
export const CAR_PIXELS = 64

export const treeImage = (kind: number | ''): string => `tree-${kind}`
export const carImage = (kind: number | ''): string => `car-${kind}`
export const treeShadowImage = 'tree-shadow'
export const lawnImage = 'lawn'
