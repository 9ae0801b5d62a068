"""Words that are also names, labels or whole messages: never swept by value alone.

A person called Will is a person where detection or structure says so; the word elsewhere stays.
"""

from __future__ import annotations

from harness.privacy.detector.ui_labels import UI_LABELS

_NAMES = """
abel amber angel april art ash ashley aurora autumn bailey baker basil bay bee bell bill bishop
blue bob bond brook brown bud buck bush butler carol carter chance charity chase chip chuck clay
cliff cole cook coral crystal daisy dale dawn dean destiny don drew duke earl eden ember england
eve faith fern field fisher flora ford forest fox frank gene ginger glen gold grace grant gray
green gale hall hardy harmony harry hazel heath heather hill holly hope hunt hunter ian iris ivy
jack jade jasmine jay jean jewel john joy jordan june justice kay king kit knight lake lance lane
lark lily little long love lucky mark marina marsh mason max may melody mercy mike miles mill
miller misty moon moss nick noble north nova ocean olive opal page paris park patience pearl
penny pepper phoenix piper poppy price prince queen rain ray red reed rich river rob robin rock
rod rose roman rose ruby rusty sage sandy savannah scout sean shell sherry sierra sky skip sky
smith snow sonny star stone storm stormy summer sunny taylor terry tim tom trinity turner van
victor victoria violet wade walker ward water welcome west whiskey white will willow winter wood
woods young guy rex gay art pat
"""

_LABELS = """
about accept access account accounts activity add address admin agree airplane alarm alarms alert
alerts all allow always analytics apn app apps archive archived attach audio authenticate auto
back background backup balance bank battery beta billing birthday block bluetooth book bookmark
bookmarks bottom brightness browser business button buy cache calculator calendar call calls
camera cancel card cards cart cast category center change channel charge chat chats check checked
checkout choose clear clipboard clock close cloud code collapse color colour comment company
compose confirm connect connected contact contacts continue copy create credit customer dark data
date day days debit debug default delete deliver delivered delivery deny description desktop
details developer device devices dial disable disconnect dismiss display done down download
downloads draft drafts drop edit email emergency enable enter error events exit expand explore
export family favorite favorites favourite favourites feed feedback female file files filter find
finish first flash folder follow food format forward free friday friend friends from full gallery
game games general group groups guest health help hidden hide high history hold holiday home hour
hours hotspot icon image images import inbox incoming info input install internet invite item
items join key keyboard keypad label language last later launch learn left less light like link
list live load loading local location lock log login logout low mail male manage manager map maps
media medium meeting member members memory menu merge message messages messenger microphone minute
minutes missed mobile mode monday month more most mother move music mute name navigation network
never new news next night no none normal note notes notification notifications now number off
office ok okay on online open options order orders other outgoing overview paid parents passcode
password paste pause pay payment payments pending people permission personal phone photo photos
pin play playlist playlists plus popular post power preferences preview previous print privacy
private profile public purchase question queue quiet quit radio rating read receive received
recent recents recipient record refresh register reject reload remind reminder reminders remove
rename repeat reply report request required reset resize restart restore resume retry return
review right ringtone roaming role rotate sale saturday save saved savings scan school search
second seconds security see select selected send sender sent server service session set settings
setup share shared shop show shuffle sign silent size sleep snooze social software song songs sort
sound speaker speed sport start status stop storage store stream style subject submit subscribe
success sunday support swap sync system tab tag target tasks team test text theme thursday time
timer title to today toggle tomorrow tonight tools top torch total track transaction transactions
transfer translate trash travel trending try tuesday turn type undo unknown unlock unmute unread
up update updates upload usage use user username users utilities vibrate video videos view voice
voicemail volume wallet wallpaper warning watch weather web wednesday week weekend wifi work write
year yes yesterday your zoom
"""

_MESSAGES = """
a am and are awesome bye cheers congrats congratulations cool deal definitely fine good goodbye
great haha hello hey hi how i in it its lol love maybe me my nice nope of perfect please pm really
see so soon sorry as an if has have had was were can did get got go going come coming one some any
been just too also let sounds sure thank thanks that the there this was we well what when where
which who why with wow yeah yep yo you
is be for at by or not do don't i'm can't it's that's i'll here
"""

NAMES = frozenset(_NAMES.split())
"""Words that people are called by, in lower case."""

ORDINARY = frozenset(f"{_NAMES} {_LABELS} {_MESSAGES}".split())
"""In lower case."""

LABELS = frozenset(
    " ".join(label.casefold().split()) for label in UI_LABELS.replace("\n", " ").split("|")
)
"""Whole texts that apps show to everybody, in lower case."""
