// Preloaded into helper processes (`node --import`): ends them when the process that started them is gone, however it
// went, so that no port stays taken.
const PATIENCE_MS = 3_000;

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
});
// The channel alone must not keep a helper running that has nothing left to do.
process.channel?.unref();
