/**
 * The extension in lower case without its dot; '' if there is none. A name that only begins with a dot, such as
 * `.stl`, is a hidden file without an extension: it cannot be uploaded, so it must not count as a scan.
 */
export function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(dot + 1).toLowerCase() : '';
}

/** Whether a file's name has one of these extensions. */
export const hasExtension = (filename: string, extensions: readonly string[]): boolean =>
  extensions.includes(extensionOf(filename));

/** Mesh formats that our readers open. */
const SURFACES = ['stl', 'ply', 'obj'] as const;

/** All formats that our readers open: meshes and margin lines. */
export const READABLE_EXTENSIONS = [...SURFACES, 'xyz'] as const;

/** Surfaces that the viewer shows or explains why not, including packed scans. */
export const SURFACE_EXTENSIONS = [...SURFACES, 'dcm'] as const;

/** All formats that hold scans as surfaces, including archives of other software. */
export const SCAN_EXTENSIONS = [...SURFACE_EXTENSIONS, 'xorder', '3oxz'] as const;
