/** Prefix of the local storage keys that remember what was asked today. A logout keeps them. */
export const QUESTION_KEY_PREFIX = 'porchlight.asked.'

/** Whether this user has not been asked the question on this device and day, YYYY-MM-DD. From then on they have. */
export function takeDailyQuestion(question: string, userId: string, day: string): boolean {
  const key = `${QUESTION_KEY_PREFIX}${question}.${userId}`
  try {
    if (localStorage.getItem(key) === day) return false
    localStorage.setItem(key, day)
  } catch {
    // A full or forbidden storage only means that the question is asked again.
  }
  return true
}
