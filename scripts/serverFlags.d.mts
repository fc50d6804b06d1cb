/** The options of Node for a server that runs in `folder` with the environment `env`. */
export function serverFlags(env: NodeJS.ProcessEnv, folder: string): string[]
