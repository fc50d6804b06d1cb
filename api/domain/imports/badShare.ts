/** Whether so many records of a file are bad that a person is asked before the others are imported without them: more than 1 %. */
export const isLargeBadShare = (bad: number, total: number): boolean => bad * 100 > total
