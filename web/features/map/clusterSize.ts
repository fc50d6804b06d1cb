/** The diameter of the disc of a cluster in pixels. */
export const clusterSize = (count: number): number => (count < 10 ? 38 : count < 100 ? 46 : 56)

/** The width of its rings. Only a cluster of more than ten has a second one. */
export const clusterRing = (count: number): number => (count > 10 ? 6 : 2)
