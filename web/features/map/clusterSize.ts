/** The diameter of the disc of a cluster in pixels. */
export const clusterSize = (count: number): number => (count < 10 ? 38 : count < 100 ? 46 : 56)
