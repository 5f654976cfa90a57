// Applies a chosen theme before the first paint: this browser's, else the one of this Belfry. A file of its own because
// inline scripts are forbidden; lib/theme.ts does everything else.
try {
  const own = localStorage.getItem('darkMode');
  const theme = own === 'true' ? 'dark' : own === 'false' ? 'light' : localStorage.getItem('serverTheme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // storage is forbidden: the system's theme holds
}
