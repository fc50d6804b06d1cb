import { useState } from 'react'
import { RegisterCompanyDocument, type RegisterCompanyInput } from '../../gql/signUp/graphql.ts'
import { request } from '../../lib/request.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { Note } from '../../ui/Note.tsx'
import { CompanyForm } from './CompanyForm.tsx'

/** Signs a company up and its owner in; says to look for the mail, if the server sent one. */
export function SignUpCompany() {
  const { signIn } = useSession()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const submit = async (input: RegisterCompanyInput) => {
    const { registerCompany } = await request(RegisterCompanyDocument, { input })
    if (!registerCompany) return setMailedTo(input.email)
    signIn({ token: registerCompany.accessToken, user: registerCompany.user })
    toastSuccess(`Welcome to Porchlight, ${input.companyName}!`)
  }
  if (mailedTo)
    return (
      <Note hue="info">
        A link is on its way to {mailedTo}. Open it within 24 hours to finish. If it does not come, look in the folder
        for spam.
      </Note>
    )
  return <CompanyForm action="Create Company" onSubmit={submit} />
}
