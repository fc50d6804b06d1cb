// Preloaded with --import: sends SIGTERM to this process when the parent process ends, even if it was killed.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
