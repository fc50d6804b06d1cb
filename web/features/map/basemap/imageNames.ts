/** Names and dimensions of the basemap images, shared by the style and the code that draws them. */
export const TREE_KINDS = 6

/** Width of a tree's crown and length of a car within their images, in map pixels. */
export const TREE_PIXELS = 72
export const CAR_PIXELS = 64

export const treeImage = (kind: number | ''): string => `tree-${kind}`
export const carImage = (kind: number | ''): string => `car-${kind}`
export const treeShadowImage = 'tree-shadow'
export const lawnImage = 'lawn'
