// `npm run configuration`: generates docs/configuration.md and .env.example from the settings in api/config.
import { writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { settings } from '../api/config.ts'
import type { Setting } from '../api/config/shapes.ts'

const groups = Map.groupBy(Object.entries<Setting>(settings), ([, { group }]) => group)

/** Returns the reference of all settings as Markdown. */
export function reference(): Promise<string> {
  const sections = [...groups].map(([group, members]) => {
    const rows = members.map(([name, { description, accepts, defaultText, secret }]) =>
      [
        `\`${name}\``,
        `${description}${secret ? ' **Secret.**' : ''}`,
        accepts,
        defaultText ? `\`${defaultText}\`` : 'not set',
      ]
        .map((cell) => cell.replaceAll('|', '\\|'))
        .join(' | '),
    )
    return `## ${group}\n\n| Setting | Description | Values | Default |\n| --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |`).join('\n')}`
  })
  return format(
    `# Configuration

The server reads its settings from environment variables once, at startup. An empty value counts as not set. If a setting
is invalid, the server does not start and reports each invalid setting with its accepted values. Commands such as
\`npm run backup\` read the same settings.

Store secret settings in a file that only the server's user can read, or in a secret manager. The server never logs them.

This page is generated from \`api/config\` by \`npm run configuration\`.

${sections.join('\n\n')}
`,
    { parser: 'markdown', printWidth: 120 },
  )
}

/** Returns a sample .env file with every setting and its default. */
export function example(): string {
  const sections = [...groups].map(([group, members]) => {
    const lines = members.map(([name, { description, accepts, defaultText, secret }]) => {
      const comment = `${description.replaceAll('`', '')}${secret ? ' Secret.' : ''} Values: ${accepts}.`
      return `${wrapComment(comment)}\n${name}=${defaultText}`
    })
    return `# ── ${group}\n\n${lines.join('\n\n')}`
  })
  return `# Every setting, with its default. \`npm start\` reads them from the environment:
#   cp .env.example .env && set -a && . ./.env && set +a && npm start
# Generated from api/config by \`npm run configuration\`.

${sections.join('\n\n')}
`
}

/** Wraps the text into comment lines of at most 120 characters. */
function wrapComment(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > 120) lines.push('#')
    lines.push(`${lines.pop()} ${word}`)
  }
  return lines.join('\n')
}

if (import.meta.main) {
  writeFileSync('docs/configuration.md', await reference())
  writeFileSync('.env.example', example())
}
