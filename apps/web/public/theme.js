// Applies a chosen theme before the first paint. A file of its own because inline scripts are forbidden; lib/theme.ts
// does everything else.
try {
  const dark = localStorage.getItem('darkMode');
  if (dark === 'true' || dark === 'false') document.documentElement.dataset.theme = dark === 'true' ? 'dark' : 'light';
} catch {
  // storage is forbidden: the system's theme holds
}
