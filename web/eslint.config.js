import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';

export default defineConfig(
  { ignores: ['src/shell/protocol.ts', 'src/games/*/seen.ts', 'src/games/*/constants.ts', 'public'] }, // made by programs in tools/
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier, // layout is Prettier's business
  { languageOptions: { globals: globals.browser }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    rules: {
      // TypeScript reports these too; both take a leading underscore for «not needed here».
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A Map or Set here is made anew by what is derived, or notes what no page shows; it is never watched while it grows.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  { files: ['*.{js,ts}', '**/*.mjs'], languageOptions: { globals: globals.node } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: typescript.parser } } },
);
