// Preloaded into a program: when whoever started it is gone, killed outright too, it ends as if it were asked to.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
