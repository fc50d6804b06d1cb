import { useEffect, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { InvitationForm } from '../features/signUp/InvitationForm.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { InvitationOfferDocument, type InvitationOfferQuery } from '../gql/signUp/graphql.ts'
import { roleLabels } from '../domain/roles.ts'
import { errorCode, errorMessage } from '../lib/errors.ts'
import { request } from '../lib/request.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { CompanyLogo } from '../ui/CompanyLogo.tsx'

type Offer = InvitationOfferQuery['invitationOffer']

/** Why there is no form, and what to do. */
interface Obstacle {
  title: string
  hint: string
  canRetry?: true
}

const gone: Obstacle = {
  title: 'This invitation is no longer valid',
  hint: 'It was used up or revoked, or has expired. Ask whoever invited you for a new one.',
}

function obstacleOf(error: unknown): Obstacle {
  const code = errorCode(error)
  if (code === 'GONE') return gone
  if (code === 'NOT_FOUND')
    return {
      title: 'There is no such invitation',
      hint: 'Open the link again exactly as you got it, or ask for a new one.',
    }
  if (code === 'FORBIDDEN') return { title: errorMessage(error, ''), hint: 'Ask whoever invited you.' }
  return {
    title: 'The invitation could not be loaded',
    hint: errorMessage(error, 'Check the connection and try again.'),
    canRetry: true,
  }
}

/** /invitation/TOKEN: what the invitation offers, and the form that accepts it. */
export function InvitationScreen() {
  const { token = '' } = useParams()
  const { token: session, user, signOut } = useSession()
  const [wasSignedIn] = useState(session !== null)
  const [offer, setOffer] = useState<Offer | null>(null)
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [attempt, setAttempt] = useState(0)
  usePublicTitle('Invitation')
  useEffect(() => {
    let isCurrent = true
    request(InvitationOfferDocument, { token }).then(
      ({ invitationOffer }) => isCurrent && setOffer(invitationOffer),
      (error: unknown) => isCurrent && setObstacle(obstacleOf(error)),
    )
    return () => void (isCurrent = false)
  }, [token, attempt])

  if (session && !wasSignedIn) return <Navigate to="/" replace />
  if (obstacle) {
    return (
      <AuthLayout isMessage title={obstacle.title} subtitle={obstacle.hint}>
        {obstacle.canRetry ? (
          <Button
            variant="primary"
            size="large"
            onClick={() => {
              setObstacle(null)
              setAttempt(attempt + 1)
            }}
          >
            Try Again
          </Button>
        ) : (
          <ButtonLink size="large" to="/login">
            Sign In
          </ButtonLink>
        )}
      </AuthLayout>
    )
  }
  if (!offer)
    return (
      <AuthLayout isMessage title="Invitation" subtitle="Loading the invitation…">
        {null}
      </AuthLayout>
    )
  if (session) {
    return (
      <AuthLayout
        isMessage
        title={`Join ${offer.companyName}`}
        subtitle={`You are signed in as ${user?.fullName ?? 'somebody else'}. Log out to accept the invitation with a new account.`}
      >
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" size="large" onClick={signOut}>
            Log Out
          </Button>
          <ButtonLink size="large" to="/">
            Stay Signed In
          </ButtonLink>
        </div>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={`Join ${offer.companyName}`} subtitle={`You are invited as ${roleLabels[offer.role]}.`}>
      {offer.logoUrl && <CompanyLogo url={offer.logoUrl} className="mb-6 h-16 max-w-full" />}
      <InvitationForm token={token} offer={offer} onGone={() => setObstacle(gone)} />
      <p className="mt-4 text-center text-body text-ink-2">
        Already have an account?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </AuthLayout>
  )
}
