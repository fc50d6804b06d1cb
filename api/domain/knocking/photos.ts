/** The maximum number of photos of one knock. */
export const maxPhotosOfKnock = 6
