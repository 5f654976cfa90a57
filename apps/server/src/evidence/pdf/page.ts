// The pages of a report: paper, fonts, the head and the foot of each page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';

export type Pdf = PDFKit.PDFDocument;
export type Paper = 'A4' | 'LETTER';

export const MARGIN = 42;
/** Room for the head and the foot. */
export const TOP = 72;
export const BOTTOM = 60;

export const colours = {
  ink: '#111827',
  soft: '#4b5563',
  line: '#cbd5e1',
  strong: '#111827',
  calm: '#cfd8e3',
} as const;

export const fonts = { plain: 'plain', bold: 'bold' } as const;

const files = { plain: 'Inter_400Regular.ttf', bold: 'Inter_600SemiBold.ttf' } as const;

/** `Inter_400Regular.ttf` is in `400Regular`. */
const folderOf = (name: string): string => name.replace(/^Inter_|\.ttf$/g, '');

/** From its package while developing, and beside the program in a release. */
function fontFile(name: string): Buffer {
  if (!import.meta.filename.endsWith('.ts')) return readFileSync(path.join(import.meta.dirname, name));
  return readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${folderOf(name)}/${name}`));
}

export interface PdfOptions {
  title: string;
  language: string;
  paper: Paper;
  /** Epoch ms: written as the time at which the file was made, so that the same report gives the same bytes. */
  at: number;
}

export function createPdf({ title, language, paper, at }: PdfOptions): Pdf {
  const pdf = new PDFDocument({
    ...{ size: paper, autoFirstPage: false, bufferPages: true, pdfVersion: '1.7', tagged: true, lang: language },
    ...{ displayTitle: true, margin: 0, font: '' },
    info: { Title: title, Author: 'Belfry', Creator: 'Belfry', Producer: 'Belfry', CreationDate: new Date(at) },
  });
  for (const font of Object.values(fonts)) {
    const opened = create(fontFile(files[font])) as Font;
    registerOpenFont(pdf, font, simple(opened));
  }
  return pdf;
}

interface OpenedImage {
  width: number;
  height: number;
}

/** What pdfkit can do with a font or an image that is open already. Its types do not have it. */
interface OpenedParts {
  registerFont(name: string, opened: Font): void;
  openImage(source: Buffer): OpenedImage;
  image(opened: OpenedImage, x: number, y: number, size: { width: number; height: number }): void;
}

/** From its bytes, pdfkit would read the font again for each text. */
const registerOpenFont = (pdf: Pdf, name: string, opened: Font): void =>
  (pdf as Pdf & OpenedParts).registerFont(name, opened);

/**
 * Each character is its glyph, without ligatures and kerning. The rules of the font for them take a hundred times longer, and a name is
 * found again in the text of the file only when no two of its letters were joined.
 */
function simple(font: Font): Font {
  const known = new Map<number, ReturnType<Font['glyphForCodePoint']>>();
  const glyphOf = (code: number) => {
    const found = known.get(code) ?? font.glyphForCodePoint(code);
    known.set(code, found);
    return found;
  };
  const layout = (text: string) => {
    const glyphs = Array.from(text, (character) => glyphOf(character.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      ...{ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth },
    }));
    return {
      glyphs,
      positions,
      // pdfkit scales the positions and reads the sum afterwards.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  return Object.assign(font, { layout });
}

export const bytesOf = (pdf: Pdf): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });

/** What stands on every page is no part of the content that a screen reader reads. */
export function asArtifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Pagination' });
  draw();
  pdf.endMarkedContent();
}

interface PageTexts {
  left: string;
  /** A PNG or a JPEG. */
  logo: Uint8Array | undefined;
  right: string;
  foot: string;
  pageOf(page: number, pages: number): string;
}

/** So that the file has the image once. */
const openImage = (pdf: Pdf, bytes: Uint8Array): OpenedImage =>
  (pdf as Pdf & OpenedParts).openImage(Buffer.from(bytes));

/** In points: a logo is scaled into this. */
const [LOGO_WIDTH, LOGO_HEIGHT] = [140, 24];

/** Called last: the number of pages is known then. */
export function headsAndFeet(pdf: Pdf, { left, logo, right, foot, pageOf }: PageTexts): void {
  const opened = logo && openImage(pdf, logo);
  const beside = opened ? (opened.width / opened.height) * LOGO_HEIGHT : 0;
  const scale = Math.min(1, LOGO_WIDTH / Math.max(1, beside));
  const { start, count } = pdf.bufferedPageRange();
  for (let n = start; n < start + count; n++) {
    pdf.switchToPage(n);
    const { width, height } = pdf.page;
    asArtifact(pdf, () => {
      pdf.font(fonts.bold).fontSize(8).fillColor(colours.ink);
      if (opened)
        (pdf as Pdf & OpenedParts).image(opened, MARGIN, 46 - LOGO_HEIGHT * scale, {
          width: beside * scale,
          height: LOGO_HEIGHT * scale,
        });
      pdf.text(left, MARGIN + (opened ? beside * scale + 8 : 0), 34, { lineBreak: false });
      pdf.font(fonts.plain).fillColor(colours.soft);
      pdf.text(right, width - MARGIN - pdf.widthOfString(right), 34, { lineBreak: false });
      pdf
        .moveTo(MARGIN, 50)
        .lineTo(width - MARGIN, 50)
        .lineWidth(0.5)
        .strokeColor(colours.line)
        .stroke();
      pdf
        .moveTo(MARGIN, height - 44)
        .lineTo(width - MARGIN, height - 44)
        .stroke();
      pdf.fontSize(7).text(foot, MARGIN, height - 36, { lineBreak: false });
      const page = pageOf(n - start + 1, count);
      pdf.text(page, width - MARGIN - pdf.widthOfString(page), height - 36, { lineBreak: false });
    });
  }
}
