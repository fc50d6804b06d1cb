// `npm run configuration`: writes docs/configuration.md and .env.example from the settings in api/config.ts.
import { writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { settings, type Setting } from '../api/config.ts'

const groups = Map.groupBy(Object.entries<Setting>(settings), ([, { group }]) => group)

/** The reference of all settings, as Markdown. */
export function reference(): Promise<string> {
  const sections = [...groups].map(([group, members]) => {
    const rows = members.map(([name, { description: does, accepts: takes, defaultText: usual, secret }]) =>
      [`\`${name}\``, `${does}${secret ? ' **Secret.**' : ''}`, takes, usual ? `\`${usual}\`` : 'not set']
        .map((cell) => cell.replaceAll('|', '\\|'))
        .join(' | '),
    )
    return `## ${group}\n\n| setting | what it does | takes | default |\n| --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |`).join('\n')}`
  })
  return format(
    `# Configuration

Everything is read from the environment, once, when the server starts; an empty value is as good as none. A wrong value
ends the start, and each wrong setting is named with what it takes. Programs such as \`npm run backup\` read the same settings.

Secret settings open doors: keep them in a file that only the server's user can read, or in your platform's store of
secrets. The server writes none of them to its log.

This page is written by \`npm run configuration\` from \`api/config.ts\`.

${sections.join('\n\n')}
`,
    { parser: 'markdown', printWidth: 120 },
  )
}

/** A sample .env file with every setting and its default. */
export function example(): string {
  const sections = [...groups].map(([group, members]) => {
    const lines = members.map(([name, { description: does, accepts: takes, defaultText: usual, secret }]) => {
      const description = `${does.replaceAll('`', '')}${secret ? ' Secret.' : ''} Takes ${takes}.`
      return `${wrapComment(description)}\n${name}=${usual}`
    })
    return `# ── ${group}\n\n${lines.join('\n\n')}`
  })
  return `# Every setting, with its default. \`npm start\` reads them from the environment:
#   cp .env.example .env && set -a && . ./.env && set +a && npm start
# Written by \`npm run configuration\` from api/config.ts.

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
