"""Names of tables: five short words that are easy to read out over a telephone, such as sova-med-rog-les-dom.

They are written in Latin letters, so that they fit into an address, and understood in Cyrillic too: «сова мёд рог лес
дом». Older tables have four.
"""

from __future__ import annotations

import re
import secrets
import unicodedata

LATIN = """
    aist ananas arbuz arka babka bagaz bal balkon banan banka barsuk baza baton bashnya belka bereg bereza bilet bivak
    blin bloha bobr bochka bor borsch braslet brevno brod buben bufet bukva bulka bumaga bur burya busy buton byk vaflya
    vagon val vata vaza vedro veer venik vesna veter vilka vino vint vishnya vizg voda vol volk volna voron vorota
    gaika galka gamak gerb gitara glaz gnezdo golos gong gora gorod grach grib grif groza grusha gusar gus gvozd dacha
    detki divan dom doroga doska drozd drova dub duga dusha dvor dym dyatel ezh el eralash etazh ekran ershik
    zabor zamok zarya zebra zelen zerno zima zmey znak zont zub zvon zvezda iva igla igra izba ikra iris iskra kaban
    kabluk kadka kamen kanat karas karp karta kasha kedr kefir kino kit klad klen klin kluch klyukva knopka kniga kopna
    kot kovsh koza kolos komar kon kora korol korona kosa kraski kran krab krot krug krylo kubik kukla kust lad ladya
    lak lampa lapa lar lebed led lenta les leto lev lift lilia limon lipa lisa list lodka loza lozhka luk luna lug luch
    lyzhi mak malina mart marka mayak med medal mel melnik mesyac metla mech mir mishka mol more most moh muka muha mysh
    myach nebo nerpa nit noga nora nos nozh noty oblako ovca ogon okno okun olen oreh orel osa osel osen ostrov otvet
    palma panda par parus pauk pech penek pero pesok pion pirog plot plug poezd pole polka porog prud pruzhina
    puh put pchela rak rama rassvet reka repa ris rog rosa roza rubin rubka rucheek ryba rys ryad sad salat sani
    sapog sazan sever semga seno serp sito skala sled sliva slon smola sneg snop sova sokol sol som son sosna
    stog stol strela stul sud suk sum sup sverchok svet syr taz tanec telega ten tigr tik tmin tok topor tort trava
    tropa truba tuman tur tuya tykva ugol ulej ulitka urok usy utes utka utro uzel uzor fasol fazan fara filin
    flag flot fonar forel fort halva hleb hobot holm hvost hmel hurma cvet cena cep chaj chas chashka cheln chiz
    shalash shapka shar shater shelk shilo ship shishka shkaf shmel shpaga shum shut yabloko yagoda yak yar yasen
    yolka yula yurta
"""
CYRILLIC = """
    аист ананас арбуз арка бабка багаж бал балкон банан банка барсук база батон башня белка берег береза билет бивак
    блин блоха бобр бочка бор борщ браслет бревно брод бубен буфет буква булка бумага бур буря бусы бутон бык вафля
    вагон вал вата ваза ведро веер веник весна ветер вилка вино винт вишня визг вода вол волк волна ворон ворота
    гайка галка гамак герб гитара глаз гнездо голос гонг гора город грач гриб гриф гроза груша гусар гусь гвоздь дача
    детки диван дом дорога доска дрозд дрова дуб дуга душа двор дым дятел еж ель ералаш этаж экран ершик
    забор замок заря зебра зелень зерно зима змей знак зонт зуб звон звезда ива игла игра изба икра ирис искра кабан
    каблук кадка камень канат карась карп карта каша кедр кефир кино кит клад клен клин ключ клюква кнопка книга копна
    кот ковш коза колос комар конь кора король корона коса краски кран краб крот круг крыло кубик кукла куст лад ладья
    лак лампа лапа ларь лебедь лед лента лес лето лев лифт лилия лимон липа лиса лист лодка лоза ложка лук луна луг луч
    лыжи мак малина март марка маяк мед медаль мел мельник месяц метла меч мир мишка моль море мост мох мука муха мышь
    мяч небо нерпа нить нога нора нос нож ноты облако овца огонь окно окунь олень орех орел оса осел осень остров ответ
    пальма панда пар парус паук печь пенек перо песок пион пирог плот плуг поезд поле полка порог пруд пружина
    пух путь пчела рак рама рассвет река репа рис рог роса роза рубин рубка ручеек рыба рысь ряд сад салат сани
    сапог сазан север семга сено серп сито скала след слива слон смола снег сноп сова сокол соль сом сон сосна
    стог стол стрела стул суд сук сум суп сверчок свет сыр таз танец телега тень тигр тик тмин ток топор торт трава
    тропа труба туман тур туя тыква уголь улей улитка урок усы утес утка утро узел узор фасоль фазан фара филин
    флаг флот фонарь форель форт халва хлеб хобот холм хвост хмель хурма цвет цена цепь чай час чашка челн чиж
    шалаш шапка шар шатер шелк шило шип шишка шкаф шмель шпага шум шут яблоко ягода як яр ясень
    елка юла юрта
"""
WORDS = tuple(LATIN.split())
# Latin letters do not tell ё from е, nor whether there is a soft sign: «ugol» may be read as «угол».
UNTOLD = str.maketrans({"ё": "е", "ь": None})
IN_LATIN = dict(zip(CYRILLIC.translate(UNTOLD).split(), WORDS, strict=True))
FORM = re.compile(r"[a-z]+(-[a-z]+){3,4}(-[0-9a-f]{8})?")
BETWEEN = re.compile(r"[\s_\-\u2010-\u2015\u2212.,]+")  # spaces, and all that looks like a hyphen
LONGEST = 120
WORDS_OF_A_NAME = 5


def new_name() -> str:
    """A name that nobody guesses: at least 40 bits."""
    return "-".join(secrets.choice(WORDS) for _ in range(WORDS_OF_A_NAME))


def longer(name: str) -> str:
    """The same name with something behind it, for the rare case that it is taken."""
    return f"{name}-{secrets.token_hex(4)}"


def name_meant(written: str) -> str | None:
    """The name that somebody means who writes it in Cyrillic or Latin, large or small, with any spaces or hyphens."""
    if len(written) > LONGEST:
        return None
    plain = unicodedata.normalize("NFKC", written).lower().translate(UNTOLD)
    words = [word for word in BETWEEN.split(plain) if word]
    name = "-".join(IN_LATIN.get(word, word) for word in words)
    return name if FORM.fullmatch(name) else None
