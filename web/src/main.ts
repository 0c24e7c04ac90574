import './style/fonts.css';
import '../../src/pentarchy/art/tokens.css';
import './style/base.css';
import './style/shell.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { followWindow } from './shell/form.svelte';

followWindow();
addEventListener('resize', followWindow);
mount(App, { target: document.getElementById('app')! });
