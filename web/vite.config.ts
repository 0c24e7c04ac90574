import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const ART = '../src/pentarchy/art'; // the symbols and colours that Python draws with too
const TABLE = process.env.PENTARCHY_TABLE ?? 'http://127.0.0.1:8000'; // tools/dev.py says where it is
const CLOSED_DOOR = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** The symbols are inlined at the top of the page: a sprite in a file of its own would lose its hatch patterns. */
function sprite() {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const inner = (svg: string) => svg.replace(/<style>.*?<\/style>/s, '').replace(/^.*?<svg[^>]*>|<\/svg>\s*$/gs, '');
  const all = [`${ART}/symbols.svg`, './src/art/shell.svg'].map((path) => inner(read(path))).join('');
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">${all}</svg>`;
  return { name: 'sprite', transformIndexHtml: (html: string) => html.replace('<!--sprite-->', () => whole) };
}

/** Pages knock until the table is back; each knock on a closed door need not be told with a stack. */
function quietWhileTheTableStarts(): Plugin {
  return {
    name: 'quiet-while-the-table-starts',
    apply: 'serve',
    configResolved({ logger }) {
      const tell = logger.error.bind(logger);
      logger.error = (text, options) => {
        const code = (options?.error as { code?: string } | undefined)?.code ?? '';
        if (!(text.includes('proxy') && CLOSED_DOOR.includes(code))) tell(text, options);
      };
    },
  };
}

// The table serves what is built here; in development Vite passes the table's own addresses on to it.
export default defineConfig({
  plugins: [svelte(), sprite(), quietWhileTheTableStarts()],
  build: {
    outDir: process.env.PENTARCHY_WEB_OUT ?? '../src/pentarchy/table/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's security policy forbids data: for scripts, styles and fonts
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    fs: { allow: ['.', ART] },
    // The host stays as the page names it: the table compares it with the page's origin.
    proxy: { '^/(api|ws|health|ready|schema)([/?]|$)': { target: TABLE, ws: true, changeOrigin: false } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: {
    environment: 'jsdom',
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test-setup.ts'],
    testTimeout: 60_000, // on a busy machine loading five boards may take longer than the five seconds that are usual
  },
});
