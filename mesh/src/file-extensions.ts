/**
 * The extension in lower case without its dot; '' where there is none. A name that only begins with a dot, such as
 * `.stl`, is a hidden file without an extension: it cannot be uploaded, so nothing may take it for a scan.
 */
export function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(dot + 1).toLowerCase() : '';
}

/** Whether a file's name has one of these extensions. */
export const hasExtension = (filename: string, extensions: readonly string[]): boolean =>
  extensions.includes(extensionOf(filename));

/** Meshes that our readers open. */
const SURFACES = ['stl', 'ply', 'obj'] as const;

/** All that our readers open: meshes and margin lines. */
export const READABLE_EXTENSIONS = [...SURFACES, 'xyz'] as const;

/** Surfaces that the viewer shows, or of which it says why not: packed scans too. */
export const SURFACE_EXTENSIONS = [...SURFACES, 'dcm'] as const;

/** Everything that holds scans as surfaces, packages of other software included. */
export const SCAN_EXTENSIONS = [...SURFACE_EXTENSIONS, 'xorder', '3oxz'] as const;
