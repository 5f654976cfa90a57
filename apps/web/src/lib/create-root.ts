// React's own start, in the chunk of React: see vite.config.ts.
export { createRoot } from 'react-dom/client';
