// Preloaded into a program by the script that starts it: when that script disappears, the program stops too.
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
});
process.channel?.unref();
