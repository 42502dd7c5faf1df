/**
 * Joins straight pieces (x y x y each) whose ends are the same to lines (x y a point), each as long as can be: first those
 * with two loose ends, then the closed ones, which end where they begin. Pieces without length are left out.
 */
export function joinSegments(pieces: readonly number[]): number[][] {
  const ids = new Map<string, number>();
  const places: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const [x, y] = [pieces[at] as number, pieces[at + 1] as number];
    const name = `${x} ${y}`;
    let id = ids.get(name);
    if (id === undefined) {
      id = ids.size;
      ids.set(name, id);
      places.push(x, y);
    }
    ends.push(id);
  }
  const piecesAt: number[][] = Array.from({ length: ids.size }, () => []);
  for (let piece = 0; piece * 2 < ends.length; piece++) {
    const [a, b] = [ends[piece * 2] as number, ends[piece * 2 + 1] as number];
    if (a === b) continue;
    piecesAt[a]?.push(piece);
    piecesAt[b]?.push(piece);
  }

  const isUsed = new Uint8Array(ends.length / 2);
  const walk = (from: number): number[] => {
    const line: number[] = [];
    for (let place: number | undefined = from; place !== undefined; ) {
      line.push(places[place * 2] as number, places[place * 2 + 1] as number);
      const piece: number | undefined = piecesAt[place]?.find((each) => !isUsed[each]);
      if (piece === undefined) break;
      isUsed[piece] = 1;
      place = ends[piece * 2] === place ? ends[piece * 2 + 1] : ends[piece * 2];
    }
    return line;
  };
  const lines: number[][] = [];
  const walkAll = (from: number) => {
    while (piecesAt[from]?.some((piece) => !isUsed[piece])) lines.push(walk(from));
  };
  for (const [place, own] of piecesAt.entries()) if (own.length % 2 === 1) walkAll(place);
  for (const place of piecesAt.keys()) walkAll(place);
  return lines;
}
