// A text once the user pauses typing, so that the server is not asked at every key.
import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}
