/** The messages that successful mutations return, the same in GraphQL and REST. */
export const messages = {
  registered: 'Account created! Please wait for admin approval before logging in.',
  appointed: 'Account created! You are the global admin and can log in now.',
  loggedOut: 'Logged out successfully',
  passwordChanged: 'Password changed successfully',
  apiKeyRevoked: 'API key revoked',
  passwordReset: 'Password reset successfully',
  userDeleted: 'User deleted',
  userBlocked: 'User blocked',
  userUnblocked: 'User unblocked',
  propertyDeleted: 'Property deleted',
  leadDeleted: 'Lead deleted',
  templateUploaded: 'Template uploaded',
  templateDeleted: 'Template deleted',
  mapLoadLogged: 'Map load logged',
  parcelCallLogged: 'Parcel call logged',
} as const
