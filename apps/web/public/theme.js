// Applies the chosen theme before the first paint: that of this browser, otherwise that of this Belfry. It is a separate file
// because inline scripts are forbidden. lib/theme.ts does everything else.
try {
  const own = localStorage.getItem('darkMode');
  const theme = own === 'true' ? 'dark' : own === 'false' ? 'light' : localStorage.getItem('serverTheme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // storage is forbidden: the theme of the operating system is used
}
