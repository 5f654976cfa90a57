// A stable colour for each tag.

const FIXED_HUES: Record<string, number> = { production: 18, staging: 75, development: 145, backup: 250 };

/** A hue 0–359 from the name, ignoring case, so that a tag has the same colour on every screen. */
export function tagHue(tag: string): number {
  const name = tag.toLowerCase();
  const fixed = Object.hasOwn(FIXED_HUES, name) ? FIXED_HUES[name] : undefined;
  if (fixed !== undefined) return fixed;
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  return (hash >>> 0) % 360;
}
