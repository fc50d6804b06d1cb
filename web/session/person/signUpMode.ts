/** Who may sign up, which the server writes into the page: everybody who is then approved, only invited people, or also companies. */
export const signUpMode = document.querySelector<HTMLMetaElement>('meta[name=sign-up]')?.content ?? 'approval'
